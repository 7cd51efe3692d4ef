#import <Foundation/Foundation.h>
#import "Shape.h"
@import UIKit;

#define LIMIT 3

@class Later, Other;
@protocol Forward;

typedef void (^Block)(int);
typedef NSArray<NSString *> *Names;
typedef NS_ENUM(NSInteger, Mode) { ModeA, ModeB };
static NSString *const SHAPE_NAME = @"shape";
struct point { int x; };

@protocol Drawable <NSObject, Sized>
- (void)draw;
@optional
+ (int)scale:(int)factor with:(int)other;
@end

@interface Shape : Base <Drawable, Sized> {
  int sides;
}
@property (nonatomic, copy) NSString *name;
- (instancetype)initWithName:(NSString *)name sides:(int)sides;
+ (Shape *)shared;
@end

@interface Shape (Extras) <Copied>
- (void)extra;
@end

@interface Shape ()
- (void)secret;
@end

@interface Pair<T> : NSObject
@end

@implementation Shape
@synthesize name = _name;

- (instancetype)initWithName:(NSString *)name sides:(int)sides {
  self = [super init];
  [self draw];
  c_function(1, 2);
  point.op(3);
  self.block(4);
  [name.parts count];
  [[Shape alloc] initWithName:name sides:2];
  [queue run:^(int q) { [other done]; }];
  return self;
}

+ (Shape *)shared {
  return nil;
}
@end

@implementation Shape (Extras)
- (void)extra {}
@end

extern void prototype(int a);

int c_function(int a, int b) {
  void (^handler)(int) = ^(int x) {
    [Shape shared];
  };
  handler(1);
  return a;
}

typedef BOOL (*Predicate)(const char *name);

@implementation Legacy : Base
- init { return [self reset]; }
- at:(int)index { return nil; }
@end

#if DEBUG
EXPORTED void *exported_pointer(size_t size);
#endif
