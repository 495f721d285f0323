import type { BcfComment } from '../model.ts'
import { allOf, attributeOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import type { Reading } from './reading.ts'
import { instantOf } from './values.ts'

/** Author, type or status in place of a missing one that the format requires. */
export const UNKNOWN = 'Unknown'

export const commentElements = (markup: XmlElement, topic: XmlElement): XmlElement[] => [
  ...allOf(markup, 'Comment'),
  ...allOf(firstOf(topic, 'Comments'), 'Comment'),
]

/** Trimmed text with inner line breaks; undefined when blank. */
const wordsOf = (element: XmlElement | undefined) => element?.text.trim() || undefined

export function readComments(
  reading: Reading,
  markup: XmlElement,
  topic: XmlElement,
  topicDate: string,
): BcfComment[] {
  const elements = reading.atMost('Comment', reading.limits.comments, commentElements(markup, topic))
  if (elements.some((element) => firstOf(element, 'ReplyToComment')))
    reading.warn('LEFT_OUT', 'ReplyToComment')
  return elements.map((element, index) => {
    const guid =
      reading.guid(attributeOf(element, 'Guid')) ??
      reading.guidOf('comment', attributeOf(topic, 'Guid') ?? '', index)
    const comment = wordsOf(firstOf(element, 'Comment'))
    const viewpoint_guid = reading.guid(attributeOf(firstOf(element, 'Viewpoint'), 'Guid'))
    const modified_date = reading.date(textOf(element, 'ModifiedDate'))
    const said = reading.date(textOf(element, 'Date')) ?? modified_date
    const author = textOf(element, 'Author')
    if (said === undefined || author === undefined) reading.warn('MISSING_VALUE', `Comment ${guid}`)
    return {
      guid,
      date: said ?? topicDate,
      author: author ?? UNKNOWN,
      comment,
      viewpoint_guid,
      modified_date,
      modified_author: textOf(element, 'ModifiedAuthor'),
    }
  })
}

/** Type and status of a 2.0 topic from its latest comment, where 2.0 stored them as well. */
export function stateOf(markup: XmlElement, topic: XmlElement): { type?: string; status?: string } {
  const dated = commentElements(markup, topic)
    .filter((element) => firstOf(element, 'Status') || firstOf(element, 'VerbalStatus'))
    .map((element) => ({ element, date: instantOf(textOf(element, 'Date')) ?? '' }))
    .sort((a, b) => (a.date < b.date ? 1 : -1))
  const latest = dated[0]?.element
  const type = textOf(latest, 'Status')
  return { type: type === UNKNOWN ? undefined : type, status: textOf(latest, 'VerbalStatus') }
}
