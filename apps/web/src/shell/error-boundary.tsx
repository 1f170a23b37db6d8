import type { ReactNode } from "react";
import { Component } from "react";

interface Props {
  readonly renderFallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
}

/** A screen that fails leaves the navigation standing. Give it a key, so that another screen has its own chance. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.renderFallback(failure.error);
  }
}
