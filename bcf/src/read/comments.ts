import type { BcfComment } from '../model.ts'
import { findChild, getAttribute, getChildText, listChildren, type XmlElement } from '../xml/read.ts'
import type { ReadContext } from './read-context.ts'
import { parseInstant } from './values.ts'

/** Author, type or status in place of a missing one that the format requires. */
export const UNKNOWN_VALUE = 'Unknown'

export const findCommentElements = (markup: XmlElement, topic: XmlElement): XmlElement[] => [
  ...listChildren(markup, 'Comment'),
  ...listChildren(findChild(topic, 'Comments'), 'Comment'),
]

/** Trimmed text with inner line breaks; undefined when blank. */
const wordsOf = (element: XmlElement | undefined) => element?.text.trim() || undefined

export function readComments(
  context: ReadContext,
  markup: XmlElement,
  topic: XmlElement,
  { guid: topicGuid, date: topicDate }: { guid: string; date: string },
): BcfComment[] {
  const elements = context.checkCount('Comment', context.limits.comments, findCommentElements(markup, topic))
  if (elements.some((element) => findChild(element, 'ReplyToComment')))
    context.warn('LEFT_OUT', 'ReplyToComment')
  const deriveGuid = context.createPartGuids('comment', topicGuid)
  return elements.map((element) => {
    const comment = wordsOf(findChild(element, 'Comment'))
    const written = getChildText(element, 'Date')
    // an edited comment keeps who wrote it and when
    const guid =
      context.parseGuid(getAttribute(element, 'Guid')) ??
      deriveGuid(written ?? comment ?? '', getChildText(element, 'Author') ?? '')
    const viewpoint_guid = context.parseGuid(getAttribute(findChild(element, 'Viewpoint'), 'Guid'))
    const modified_date = context.parseDate(getChildText(element, 'ModifiedDate'))
    const date = context.parseDate(written) ?? modified_date
    const author = getChildText(element, 'Author')
    if (date === undefined || author === undefined) context.warn('MISSING_VALUE', `Comment ${guid}`)
    return {
      guid,
      date: date ?? topicDate,
      author: author ?? UNKNOWN_VALUE,
      comment,
      viewpoint_guid,
      modified_date,
      modified_author: getChildText(element, 'ModifiedAuthor'),
    }
  })
}

/** Type and status of a 2.0 topic from its latest comment, where 2.0 stored them as well. */
export function readStateOfLatestComment(
  markup: XmlElement,
  topic: XmlElement,
): { type?: string; status?: string } {
  const dated = findCommentElements(markup, topic)
    .filter((element) => findChild(element, 'Status') || findChild(element, 'VerbalStatus'))
    .map((element) => ({ element, date: parseInstant(getChildText(element, 'Date')) ?? '' }))
    .sort((a, b) => (a.date < b.date ? 1 : -1))
  const latest = dated[0]?.element
  const type = getChildText(latest, 'Status')
  return { type: type === UNKNOWN_VALUE ? undefined : type, status: getChildText(latest, 'VerbalStatus') }
}
