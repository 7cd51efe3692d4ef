#import "Feed.h"

/// How a feed is sorted.
typedef NS_ENUM(NSInteger, FeedOrder) { FeedOrderNewest, FeedOrderOldest };
typedef enum { FeedIdle, FeedLoading = 2 } FeedState;

static NSInteger feedCount = 0;

/** Tells what a feed does. */
@protocol FeedDelegate <NSObject>
/// Called at the end.
- (void)feed:(Feed *)feed didEnd:(NSError *)error;
@property (nonatomic, readonly) BOOL wantsUpdates;
@end

@interface Feed : NSObject {
  NSMutableArray *_items;
  int _page;
}
@property (nonatomic, weak, getter=isLoud) id<FeedDelegate> delegate;
@property (nonatomic, copy) NSString *title;
@property (nonatomic, copy) void (^onEnd)(Feed *feed);
//! Makes one.
+ (instancetype)feedWithTitle:(NSString *)title order:(FeedOrder)order;
- (nullable NSString *)titleAt:(NSInteger)index;
@end

@interface Feed (Sorting)
- (void)sort;
@end

@implementation Feed
@synthesize title = _title;

- (void)load:(NSURL *)url retries:(NSInteger)count handler:(void (^)(NSError *failure))done {
  NSString *key = [url absoluteString];
  int tries = 0, *pointer = &tries;
  Feed *copy = [[Feed alloc] init];
  __weak typeof(self) weakSelf = self;
  self.title = key;
  _page++;
  self->_page = feedCount;
  copy.delegate.state = FeedIdle;
  feedCount += count;
  [self feed:copy didEnd:nil];
  [copy.title length];
  void (^retry)(int) = ^(int left) {
    NSError *failure = makeError(left);
    if (left > 0 && failure) {
      return;
    }
    [weakSelf load:url retries:left handler:done];
  };
  retry(count);
  [_items enumerateObjectsUsingBlock:^(id item, NSUInteger index, BOOL *stop) {
    feedCount = index;
  }];
  done(nil);
}

- (int)scan:(NSArray *)rows {
  for (NSString *row in rows) {
    if ([row length] == 0 || feedCount) {
      continue;
    } else if (row == self.title) {
      break;
    } else {
      [self sort];
    }
  }
  for (id entry in _items) {
    [entry scan:rows];
  }
  @try {
    [self sort];
  } @catch (NSException *problem) {
    NSLog(@"%@", problem);
  } @finally {
    feedCount = 0;
  }
  switch (_page) {
    case FeedLoading:
      return feedCount > 1 ? 1 : 2;
    default:
      break;
  }
  SEL action = @selector(sort);
  NSDictionary *table = @{@"key": rows, FeedKey: @(feedCount)};
  table[FeedKey] = rows;
  return @available(iOS 13, *) ? 3 : (int)action;
}

- (void)sort {
  @synchronized (self) {
    Protocol *wanted = @protocol(FeedDelegate);
    goto end;
  }
end:
  return;
}
@end

#if FEED_DEBUG
__attribute__((unused)) static Feed *debugFeed(Feed *source, const char *name) {
  static dispatch_once_t once;
  dispatch_once(&once, ^{
    feedCount = 1;
  });
  return source;
}
#endif

int feedLimit(void);
int feedLog(const char *format, ...);
BOOL feedReady(id feed) {
  Class none = Nil;
  return feed == nil ? NO : YES;
}
