import { CURRENT_CONVERTER } from '../bim/artefacts.ts'
import { countOutdated } from '../bim/reconversion/outdated-models.ts'
import type { UserCtx } from '../context.ts'

export const countOutdatedModels = async ({ tx }: UserCtx) => ({
  ...(await countOutdated(tx)),
  converter: CURRENT_CONVERTER,
})
