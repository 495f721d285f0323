/** number of characters kept at the end, where similar names differ */
const KEPT = 10
const SHORT = 24

/**
 * A name on one line, truncated in the middle, because names such as "Basic Wall:Generic 200 mm:341872" differ at their
 * ends.
 *
 *     <MiddleTruncatedText text={element.name} />
 */
export function MiddleTruncatedText({ text }: { text: string }) {
  const signs = [...text]
  if (signs.length <= SHORT) return <span className="block min-w-0 flex-1 truncate">{text}</span>
  return (
    // both halves follow the script direction of the name, aligned with other names
    <span dir="auto" className="flex min-w-0 flex-1 rtl:justify-end ltr:in-[[dir=rtl]]:justify-end">
      <span className="sr-only">{text}</span>
      <span aria-hidden className="min-w-0 truncate whitespace-pre">
        {signs.slice(0, -KEPT).join('')}
      </span>
      <span aria-hidden className="flex-none whitespace-pre">
        {signs.slice(-KEPT).join('')}
      </span>
    </span>
  )
}
