import type { Issue } from '@plumbline/contract/issues/issues'

/** The models to load for an issue: those named by its BCF file and those of its anchors; undefined means all models. */
export const listModelIdsOfIssue = ({
  model_ids,
  anchors,
}: Pick<Issue, 'model_ids' | 'anchors'>): string[] | undefined =>
  model_ids.length === 0
    ? undefined
    : [...new Set([...model_ids, ...anchors.map(({ bim_file_header_id }) => bim_file_header_id)])]
