/** Words for values that are codes themselves, by the kind in their placeholder. */
export interface ValueWords {
  status: Readonly<Record<string, string>>
}

/** Replaces the placeholders of a sentence of `reasons.ts` by their values. Its own file: each page needs it, few the sentences. */
export const fillSentence = (
  sentence: string,
  values: Record<string, string | number> | undefined,
  words: ValueWords,
): string =>
  sentence.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, kind?: keyof ValueWords) => {
    const value = String(values?.[name] ?? '')
    return (kind && words[kind][value]) ?? value
  })
