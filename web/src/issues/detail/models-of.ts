import type { Issue } from '@plumbline/contract/issues/issues'

/** The models that an issue is about: those its file names, and those it is placed in; undefined: all of the project. */
export const modelsOf = ({
  model_ids,
  anchors,
}: Pick<Issue, 'model_ids' | 'anchors'>): string[] | undefined =>
  model_ids.length === 0
    ? undefined
    : [...new Set([...model_ids, ...anchors.map(({ bim_file_header_id }) => bim_file_header_id)])]
