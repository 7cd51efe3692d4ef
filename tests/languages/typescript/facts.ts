import { type Http, Level } from './http';
import fallback from './fallback';
import Short = Space.Deep.Name;

const LIMITS: Record<string, number> = { low: 1 };
const fetcher = new Space.Fetcher(LIMITS);

/** The sides.
 *  Of a box. */
export enum Side {
  Left,
  // With a dash.
  'top-right' = 1,
  Both = Left | 2,
}

/**
 * Loads things.
 */
@Injectable({ root: LIMITS })
// between
@Traced
@Third()
export class Loader<T extends typeof fallback> extends Base<T> {
  /** Once. */
  static shared?: Loader<any> = new Loader(fetcher);
  private readonly cache: Map<string, T[]>;
  retries = parse(LIMITS.low);
  #timer = new Space.Timer();
  onDone = async (level: Level): Promise<void> => { await this.run(level); };

  constructor(private readonly http: Http, public name?: string, readonly depth = 1, plain: Space.Plain = {}) {
    super();
  }

  // Decorated twice.
  @Log()
  @Space.Bound
  @Once
  run(this: Loader<T>, level: Level, ...rest: string[]): level is Level.High {
    const seen = new Set<string>();
    const copy: Http = this.http, cast = rest as unknown as Space.List;
    for (const key of rest) {
      if (!key) { continue; } else if (key === fallback.name || seen.has(key)) { return false; }
      while (seen.size) {
        this.http.get(key, (error: Error, value?: typeof LIMITS) => {
          if (error) { throw error; }
          this.cache.set(key, value!);
        });
      }
    }
    return level !== undefined ? copy : cast;
  }

  protected abstract size(unit: Unit | null): number;
  get first(): T | undefined { return this.cache?.get('first')?.[0]; }
  set first(value) { this.#timer.mark ??= value; }
}

interface Options {
  side: Side;
  readonly parent?: Options;
  pick(from: (a: Side) => boolean): asserts from;
  [key: string]: unknown;
}

namespace Space.Util {
  export const FACTOR = 2;
  export function scale(by: number, factor = FACTOR): number {
    switch (by) {
      case Side.Left: return by * factor;
      case 2: break;
    }
    let [a, { b }] = pair(by);
    [a, Store.last] = [b, a];
    return a;
  }
}

type Pick2 = [first: string, second?: Options['side']];
export const pickers = {
  async byName(name: string): Promise<Options> { return load(name)!; },
  bySide: (side: Side): Options => <Options>table[side],
};
function isSide(value: any): value is Side { return value in Side; }
export default isSide;
export { LIMITS as limits, type Options };
it('scales', () => { expect(Space.Util.scale(2)).toBe(4); });
export const pause = async (time: number): Promise<void> => { await sleep(time); };
export class Caps extends Base<Http> {
  static readonly MAX = parse(1);
  private static MIN: number = LIMITS.low;
  static low = 3;
  static readonly LATER: string;
  constructor(private rest = {}) { super(rest, ...Caps.MAX); }
  bound(this: void, a: string): void {}
}
const Api = { fetch(this: Http) { return Api.retry(); }, 'on-done': (how) => how, nested: { deep() {} }, size: 2 };
{
  const inner = 1;
  track(inner);
}
track(inner);
function blocks(seed: number) {
  { let seed2 = seed; track(seed2); }
  return seed2;
}
function both([x]: number[], { y = shared }: Point) { [shared] = [x, y]; return shared; }
interface Hooks { onReady: (side: Side, at?: Point) => void; onDone?: () => Promise<void>; mode: Mode; }
export const store = makeStore<Level>(LIMITS), scaled = Space.Util.scale;
class Steps { protected onStep!: (by: number) => Steps; }
