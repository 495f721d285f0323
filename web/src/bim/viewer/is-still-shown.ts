import type { Variant } from '@plumbline/contract/bim/bim'
import type { LoadedModel } from './session-state.ts'

/**
 * Whether an open model stays although the file's current version may have new artefacts. A version that the server has
 * converted again stays until the page is reloaded, because its old artefacts can still be read and replacing it would lose
 * selection and visibility.
 */
export const isStillShown = (
  { key, version, is_part }: Pick<LoadedModel, 'key' | 'version' | 'is_part'>,
  current: Pick<Variant, 'artefacts_key' | 'version'>,
): boolean => current.artefacts_key === key || (current.version === version && !is_part)
