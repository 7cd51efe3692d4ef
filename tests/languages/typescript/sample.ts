// Every construct whose facts queries/ecma and queries/typescript extract.
import 'side-effect';
import legacy = require('./legacy');
import Alias = Space.Inner;
import Default, { type Shape, named as renamed } from './mod';
import type { OnlyType } from './types';
import * as space from './space';
export * from './all';
export type { Reexported } from './types';
const loaded = require('./loaded');

const LIMIT: number = 1;
export const OUTER = { a: LIMIT } as const;
declare const AMBIENT: string;
declare function external(a: number): void;

export enum Level { Low = 1, High = compute() }
declare const enum Flag { On }
type Handler<T> = (event: T) => void;
type Record2 = { call(a: number): void; plain: string };

interface Drawable<T> extends Shape, space.Base<T>, Sized<T> {
  readonly size: number;
  draw(target: T): void;
  resize?(width: number, height?: number): this;
  get area(): number;
  'quoted'(): void;
  [Symbol.iterator](): Iterator<T>;
  new (a: number): Drawable<T>;
}

namespace Space.Inner {
  export const IN_SPACE = 1;
  export function visible() {}
}
module Old {}
declare module 'other/module' {
  export function patched(): void;
}

export abstract class Figure<T> extends Base<T> implements Drawable<T>, space.Other, space.Generic<T>, Plain {
  private static readonly instances = new Map<string, number>();
  handler = (event: T): void => { this.handle(event); };
  private readonly later = function () {};
  constructor(private a: T, b?: number) {
    super(a);
  }
  abstract area(scale: number): number;
  abstract get name(): string;
  overloaded(a: string): void;
  overloaded(a: number): void;
  overloaded(a: any): void { space.use<T>(a); }
  protected async *stream<U>(a: U) {}
  static #secret() {}
  declare other: number;
}

@Component({ selector: 'x' })
@Injectable
export class Decorated extends mixin(Base) {
  @Input() value: string;

  @Listen('click')
  @Trace
  onClick(@Inject(TOKEN) event: Event) {}

  @space.Bound
  single() {}
}

@Sealed
export abstract class Closed {}

@Local class Plain2 extends space.deep.Base<string> {}

export function overloaded(a: string): string;
export function overloaded(a: number): number;
export function overloaded(a: any): any {
  return generic<string>(a);
}
function* generator<T>(a: T) {}
export const arrow = async <T,>(a: T, b = 1): Promise<T> => wait(a), second = (a: number) => a;
const Mixed = <T extends Ctor>(Base: T) => class Mixin extends Base { mixed() {} };
export default class extends Figure<number> {}

let typed = new Box<string>('a');
typed = new space.deep.Box<number>(1, ...rest);
maybe!.run(1);
optional?.chain?.(2);
callback!(3);
space.callback!(3);
(typed as any)(4);
(space.typed as any)(4);
tag`text`;
space.tag`text`;
const checked = build(1) satisfies Shape;
const dynamic = await import('./dynamic');
