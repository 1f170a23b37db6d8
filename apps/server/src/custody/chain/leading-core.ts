/** Tells a signer on another machine who asks. */
export interface LeadingCore {
  /** Id of the exchange. */
  readonly exchange: string;
  /** Term in which this core leads; 0 outside a cluster. */
  readonly term: number;
  /** Of a custody process in this term; absent for the core itself. */
  readonly session?: number;
}
