import { lazyPart } from '../ui/lazy-part.tsx'

/** The dialog for a new issue, loaded on first use. */
export const LazyNewIssueDialog = lazyPart(
  async () => ({ default: (await import('./NewIssueDialog.tsx')).NewIssueDialog }),
  { placeless: true },
)
