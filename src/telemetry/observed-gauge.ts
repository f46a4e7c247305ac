import { Gauge, type Registry } from 'prom-client';

/** A value that is looked up at each scrape. */
export type ObservedGauge = {
  readonly name: string;
  readonly help: string;
  /** What becomes of the values of several processes. */
  readonly join: 'sum' | 'max' | 'min';
  /** The name of its label, if it has one. */
  readonly label?: string;
  /** The value, or the value by label. */
  readonly observe: () => Observed | Promise<Observed>;
};

type Observed = number | Readonly<Record<string, number>>;

export type ShowGauge = (gauge: ObservedGauge) => void;

export function observeGauge(registry: Registry, { name, help, join, label, observe }: ObservedGauge): void {
  new Gauge({
    name,
    help,
    aggregator: join,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const observed = await observe();
      if (typeof observed === 'number') this.set(observed);
      else for (const [value, count] of Object.entries(observed)) this.set({ [label ?? '']: value }, count);
    },
  });
}
