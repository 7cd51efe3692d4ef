#include "pool.h"

namespace pool {

int live_count = 0;
Config defaults;

/// Levels of a log.
enum class Level : unsigned {
  Debug = 1,
  Error = Debug << 2,
};

/** A pool of workers
 *  that share a queue.
 */
template <typename T, int N>
class Pool : public Base<T> {
 public:
  using Callback = std::function<void(T)>;

  //! Makes it.
  explicit Pool(const Options &options, int size = N) : options_(options), size_{size} {}

  // Hands out a worker.
  [[nodiscard]] Worker *get(int index) const { return workers_[index]; }
  virtual auto name() const -> std::string = 0;
  Callback on_done = [](T value) { done(value); };

 private:
  static int made;
  mutable std::mutex mutex_;
  std::vector<Worker *> workers_;
  const Options &options_;
  struct pool_stats *stats = nullptr;
  unsigned size_ = live_count;
  void (*hook_)(int code);
};

template <typename T, int N>
int Pool<T, N>::made = 0;

/* Not the doc of the next function: a row lies between. */

Worker make_worker(std::string name, Worker &&other, Level level = Level::Debug) {
  auto first = Worker(name);
  auto *second = new Worker{1};
  auto third = Worker{2};
  auto fourth = make_worker(name, third);
  auto fifth = static_cast<Worker *>(second);
  Worker sixth(name), seventh{3};
  Worker eighth(name);
  Worker *plain, list[4];
  const auto &[key, value] = pair;
  static Config &config = defaults;
  plain->count = first.count;
  config.level = Level::Error;
  live_count++;
  Registry::instance_count += 2;
  pool::detail::Table::rows = pool::detail::limit;
  delete plain;
  return eighth;
}

template <>
int convert<int>(const Value &value) {
  try {
    return static_cast<int>(value.number);
  } catch (const Failure &failure) {
    report(failure.text, &Pool<int, 3>::made);
  } catch (...) {
    throw;
  }
  return 0;
}

void loops(std::vector<Worker> workers, Worker *w) {
  for (const Worker &worker : workers) {
    if (worker.idle and not worker.busy or live_count) {
      continue;
    } else if (auto it = find(worker); it != end) {
      break;
    }
    auto visit = [&, total = live_count](Worker *w) mutable -> int {
      for (int live_count = 0; live_count < total; ++live_count) {
        if (w) return live_count;
      }
      return w->load();
    };
    visit(w);
  }
  for (auto [key, value] : table) w = key ? value : w;
  switch (w->level) {
    case Level::Debug:
      w->~Worker();
      [[fallthrough]];
    default:
      w = nullptr;
  }
#if defined(TRACE)
  trace(w);
#else
  trace(live_count);
#endif
}

}  // namespace pool

bool operator<(const pool::Worker &a, const pool::Worker &b) { return a.rank < b.rank; }

#ifndef POOL_LATE
struct pool_stats *find_stats(void);
extern struct pool_stats *all_stats;
static const pool::Config &shared_config();
#endif

namespace pool {
Vector operator+(const Vector &a, Vector b);
template <typename T> T widest(T a, ...);
std::vector<Worker> *crews = nullptr;
void reset(void);
}  // namespace pool

class Vector {
 public:
  Vector operator-(const Vector &other) const;
  Vector &operator+=(const Vector &other);
  explicit operator bool() const;
  int sum(this Vector &self, int from);
  friend void swap_vectors(Vector &a, Vector &b);
  friend Vector &operator<<(Vector &to, int value) { return to; }

 private:
  friend class Pool;
};

int count(Vector v) {
  {
    int live_count = 1;
    live_count++;
  }
  use(live_count);
  pool::Registry::total++;
  --pool::live_count;
  v.operator bool();
  return pool::a::b::rows + pool::Registry::total;
}

int pool::Registry::slots(void) { return live_count; }
void guarded() {
#ifndef NO_LOCK
  Lock lock(mutex);
  int tries = 1;
#endif
}

using namespace pool::inner;
using pool::Worker;
namespace short_name = pool::inner;
typedef Worker *WorkerPointer;

void bind_names(Module &target) {
  target.def("make", &make_worker);
  auto made = create<Worker>(3);
}
