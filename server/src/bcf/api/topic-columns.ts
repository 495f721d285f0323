import { fieldsOf, getFieldSpec } from '@plumbline/contract/issues/issue-fields'
import { sql } from 'kysely'
import { unknownAuthor } from '../build-topic.ts'
import { ownLabelTexts } from '../own-labels.ts'
import { placeLabel, tradeLabels, type WordKind, wordsByCode } from '../words.ts'
import type { FilterColumns } from './filter-sql.ts'

/** SQL expressions of topic fields, equal to the values of `buildTopic`, for $filter and $orderby. */

/** The preserved spelling while it still means the current code, else our word. */
function buildWordExpression(kind: WordKind, column: string) {
  const value = sql.ref(`issues.${column}`)
  const path = sql.lit(`{words,${kind}}`)
  return sql`case when (k.topic#>${path})->>'means' = ${value}
    then (k.topic#>${path})->>'word' else ${JSON.stringify(wordsByCode(kind))}::jsonb->>${value} end`
}

const labelExpressions = [
  sql`${JSON.stringify(tradeLabels)}::jsonb->>issues.trade`,
  sql`${placeLabel.level('')}::text || level.name`,
  sql`${placeLabel.section('')}::text || section.name`,
  ...fieldsOf('decimal').map((name) => {
    const { bcf_label, unit } = getFieldSpec(name)
    return sql`${`${bcf_label}: `}::text || ${sql.ref(`issues.${name}`)}::float8 || ${` ${unit}`}::text`
  }),
]
const labelsExpression = sql<
  string[]
>`(${ownLabelTexts} || issues.labels || array_remove(array[${sql.join(labelExpressions)}], null))`

export const topicColumns = {
  creation_author: {
    type: 'folded',
    sql: sql`coalesce(creator.email, k.topic->>'creation_author', ${unknownAuthor}::text)`,
  },
  modified_author: { type: 'folded', sql: sql`coalesce(editor.email, k.topic->>'modified_author')` },
  assigned_to: { type: 'folded', sql: sql`coalesce(assignee.email, k.topic->>'assigned_to')` },
  stage: { type: 'text', sql: sql`issues.stage` },
  topic_status: { type: 'text', sql: buildWordExpression('topic_status', 'status') },
  topic_type: { type: 'text', sql: buildWordExpression('topic_type', 'type') },
  priority: { type: 'text', sql: buildWordExpression('priority', 'priority') },
  creation_date: { type: 'instant', sql: sql`issues.created_at` },
  modified_date: { type: 'instant', sql: sql`issues.updated_at` },
  labels: { type: 'texts', sql: labelsExpression },
} as const satisfies FilterColumns

export const topicOrders = {
  creation_date: sql`issues.created_at`,
  modified_date: sql`issues.updated_at`,
  server_assigned_id: sql`issues.number`,
  index: sql`(k.topic->>'index')::numeric`,
}
