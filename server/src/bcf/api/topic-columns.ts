import { fieldsOf, getFieldSpec } from '@plumbline/contract/issues/issue-fields'
import type { VocabularyKind } from '@plumbline/contract/projects/vocabulary'
import { type RawBuilder, sql } from 'kysely'
import { unknownAuthor } from '../build-topic.ts'
import { ownLabelTexts } from '../own-labels.ts'
import {
  labelledTrades,
  placeLabel,
  TRADE_PREFIX,
  vocabularyKindOf,
  type WordKind,
  wordsByCode,
} from '../words.ts'
import type { FilterColumns } from './filter-sql.ts'

/** SQL expressions of topic fields, equal to the values of `buildTopic`, for $filter and $orderby. */

/** The name of a code in a list of the project's vocabulary: its own one, or the built-in one. */
const buildName = (kind: VocabularyKind, value: RawBuilder<unknown>, builtIn: Record<string, string>) =>
  sql`coalesce(
    (select p.vocabulary#>>array[${sql.lit(kind)}, 'names', ${value}] from projects p where p.id = issues.project_id),
    ${JSON.stringify(builtIn)}::jsonb->>${value})`

/** The preserved spelling while it still means the current code, else the project's word. */
function buildWordExpression(kind: WordKind, column: string) {
  const value = sql.ref(`issues.${column}`)
  const path = sql.lit(`{words,${kind}}`)
  const named = vocabularyKindOf[kind]
  const builtIn = wordsByCode(kind)
  const ours = named ? buildName(named, value, builtIn) : sql`${JSON.stringify(builtIn)}::jsonb->>${value}`
  return sql`case when (k.topic#>${path})->>'means' = ${value}
    then (k.topic#>${path})->>'word' else ${ours} end`
}

const labelExpressions = [
  sql`case when issues.trade <> 'GENERAL'
    then ${TRADE_PREFIX}::text || ${buildName('trade', sql`issues.trade`, labelledTrades)} end`,
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
