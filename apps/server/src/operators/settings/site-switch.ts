export interface SiteState {
  readonly open: boolean;
  readonly message: string | null;
}

export interface SitePort {
  current(): SiteState;
  onChange(listener: (state: SiteState) => void): () => void;
}

/** Whether the site takes calls. Closing it stops nothing that is under way: it only stops answering. */
export class SiteSwitch implements SitePort {
  private state: SiteState = { open: true, message: null };
  private readonly listeners = new Set<(state: SiteState) => void>();

  current(): SiteState {
    return this.state;
  }

  onChange(listener: (state: SiteState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param message what people are told while it is closed */
  set(open: boolean, message: string | null): void {
    this.state = { open, message };
    for (const listener of this.listeners) listener(this.state);
  }
}
