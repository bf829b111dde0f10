import type { Fault } from './faults.ts';
import { matchesPattern, type Pattern, type RecordedRequest } from './request-log.ts';

/** Which requests go wrong, and how often. */
export function createFaultPlan() {
  let entries: { pattern: Pattern; fault: Fault; times: number }[] = [];
  return {
    /** Of several that match, the one that was set last counts. */
    set(pattern: Pattern, fault: Fault, { times = Number.POSITIVE_INFINITY } = {}): void {
      entries.unshift({ pattern, fault, times });
    },
    /** All of them. Answers that hang keep hanging. */
    clear(): void {
      entries = [];
    },
    take(request: RecordedRequest): Fault | undefined {
      const entry = entries.find(
        ({ pattern, times }) => times > 0 && matchesPattern(pattern, request),
      );
      if (entry) entry.times -= 1;
      return entry?.fault;
    },
  };
}
