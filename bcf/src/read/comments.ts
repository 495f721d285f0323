import type { BcfComment } from '../model.ts'
import { allOf, attributeOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import type { Reading } from './reading.ts'
import { instantOf } from './values.ts'

/** Who is meant where a file names nobody and the format demands somebody. */
export const UNKNOWN = 'Unknown'

export const commentElements = (markup: XmlElement, topic: XmlElement): XmlElement[] => [
  ...allOf(markup, 'Comment'),
  ...allOf(firstOf(topic, 'Comments'), 'Comment'),
]

/** What a text says, with lines as they are; nothing where there is only white space. */
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

/** 2.0 kept a topic's state in its comments as well: the latest has it where the topic says nothing. */
export function stateOf(markup: XmlElement, topic: XmlElement): { type?: string; status?: string } {
  const dated = commentElements(markup, topic)
    .filter((element) => firstOf(element, 'Status') || firstOf(element, 'VerbalStatus'))
    .map((element) => ({ element, date: instantOf(textOf(element, 'Date')) ?? '' }))
    .sort((a, b) => (a.date < b.date ? 1 : -1))
  const latest = dated[0]?.element
  const type = textOf(latest, 'Status')
  return { type: type === UNKNOWN ? undefined : type, status: textOf(latest, 'VerbalStatus') }
}
