import { Component, type ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { Notice } from './notice.tsx';

/** A bug in a screen shows an error screen instead of a blank page (spec: Screens). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice title="Unexpected Application Error!">
        <p>{String(error)}</p>
        <p>
          <a href={routes.providerList.address()}>Start again</a>
        </p>
      </Notice>
    );
  }
}
