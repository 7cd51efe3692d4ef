#include <vector>
#include "base.h"

#define CAPACITY 8
#define MAX_OF(a, b) ((a) > (b) ? (a) : (b))

class Later;

namespace outer {
int in_outer(int a);
namespace inner::deep {
constexpr int LIMIT = 3;
void in_deep() {}
}
namespace {
Later &hidden();
}
}

class Base {
 public:
  virtual ~Base() = default;
  virtual int area() const = 0;
};

template <typename T>
class Box : public Base, private outer::Other<T>, Mixin<T> {
 public:
  Box();
  explicit Box(int x) : x_(x) {}
  Box(const Box &) = delete;
  T get() const { return x_; }
  T &ref();
  T *ptr();
  T **pointers();
  static int count(int from = 0);
  operator bool() const { return true; }
  Box &operator=(const Box &o);
  bool operator==(const Box &o) const { return true; }
  template <class U> void generic(U u) { u.go(); }
  template <class U> U declared(U u);
  auto trailing(int a) -> int;
  using value_type = T;
  typedef std::vector<T> list_type;
  enum class Kind : int { A, B };
  struct Nested {
    void run();
  };
  static constexpr int DEPTH = 4;
  std::function<void(int)> callback;
  T x_;
};

template <> class Box<int> {};
struct outer::Inner {};
union Word { int i; };
using Alias = Box<int>;
template <class T> concept Runs = requires(T t) { t.run(); };

template <typename T> T &Box<T>::ref() { return x_; }
void Word::set(int a, ...) { this->get(); }
void outer::inner::Deep::work() {}
Base::Base() : x(1) {}
Base::~Base() {}
bool Base::operator<<(int a) { return a; }
std::ostream &operator<<(std::ostream &o, const Base &b) { return o; }
template <> void special<int>(int x) {}
auto lambda = [](int x) { return in_lambda(x); };
extern "C" {
int c_function(int);
}
extern "C" int c_single(void);
template <class T> T prototype(T t);
EXPORTED Later make_later(int a);

void calls(Box<int> *p, Base o) {
  bare(1);
  o.area();
  p->get();
  Base::make(1, 2);
  ::global();
  a::b::c::d();
  Box<int>::get();
  templated<int>(3);
  ns::templated<int>(3);
  ns::Box<int>::get();
  o.generic<int>(1);
  p->template generic<int>(1);
  static_cast<int>(o);
  p->Base::area();
  Base::operator<<(1);
  spread(args...);
  (*callback)(1);
  Box(1).get();
  std::lock_guard<std::mutex> lock(m);
}

void constructs() {
  new Base(1);
  new outer::Other<int>{2};
  new Later;
  Base{3};
  outer::Inner{4, 5};
  Base local(1);
  Base braced{1, 2};
  auto copy = Base(6);
  throw Error("x");
}

class EXPORT Exported : public Base {
 public:
  int exported_method();
  int with_body() { return 1; }
};

ns::Box<int>::operator bool() const { return true; }
outer::Base::operator ns::Other<T> *() { return nullptr; }

class EXPORT Several final : public Base {
 public:
  Several(int a);
  ~Several();
  virtual int pure() = 0;
};

struct Friends {
  friend bool operator!=(const Friends &a, const Friends &b);
  int bits : width<int>() = 3;
};

template <> int *special_pointer<int>();
EXPORT std::string exported_string(int a);
EXPORT ns::Result Base::exported_method() { return {}; }
class EXPORT Final final {};
class EXPORT Two : public Base, public Later {};

void vexing() {
  std::lock_guard lock(m);
  T::template dependent<int>(1);
  std::vector<int> &reference(int);
}
int MACRO after_type(int a) { return ns::Box<int>::get(); }
outer::Base::Base() = default;
