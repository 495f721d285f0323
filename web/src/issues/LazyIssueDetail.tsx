import { lazyPart } from '../ui/lazy-part.tsx'

/** The details of an issue, loaded when an issue is first opened. */
export const LazyIssueDetail = lazyPart(async () => ({
  default: (await import('./IssueDetail.tsx')).IssueDetail,
}))
