import { meanOf } from "@candor/formulas/perpetual/mark-price";

/** The premiums of the current funding interval, one per minute, in ppm. Every mark reads their mean. */
export class PremiumSamples {
  private samples: number[] = [];
  private sum = 0;

  /** Rounded toward zero; 0 without a sample. */
  get mean(): number {
    return meanOf(this.sum, this.samples.length);
  }

  add(premiumPpm: number): void {
    this.samples.push(premiumPpm);
    this.sum += premiumPpm;
  }

  /**
   * Starts the next interval.
   * @returns the samples of the last one
   */
  take(): readonly number[] {
    const { samples } = this;
    this.samples = [];
    this.sum = 0;
    return samples;
  }

  forEach(visit: (premiumPpm: number) => void): void {
    this.samples.forEach(visit);
  }
}
