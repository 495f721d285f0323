import { drafts } from '../../base/drafts.ts'

/** Drafts whose text is being stored, by name: no box shows it meanwhile. */
const stored = new Map<string, string>()

/** The unsent text of a draft, empty without one. */
export function readUnsentDraft(userId: string, name: string): string {
  const text = drafts.read(userId, name)
  return stored.get(name) === text ? '' : text
}

/**
 * Keeps a sent text as draft until it is stored, because the tab may be closed before. `giveBack` receives it, before what
 * was written since, when it could not be stored.
 */
export async function keepDraftUntilStored(
  draft: { userId: string; name: string; text: string },
  storing: Promise<unknown>,
  giveBack: (text: string) => void,
): Promise<void> {
  const { userId, name, text } = draft
  stored.set(name, text)
  const readNext = () => (drafts.read(userId, name) === text ? '' : drafts.read(userId, name))
  try {
    await storing
    if (readNext() === '') drafts.write(userId, name, '')
  } catch {
    giveBack([text, readNext()].filter(Boolean).join('\n'))
  } finally {
    stored.delete(name)
  }
}
