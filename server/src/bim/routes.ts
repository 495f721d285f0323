import { getArtefact } from '@plumbline/contract/bim/artefacts'
import * as bim from '@plumbline/contract/bim/bim'
import { bind } from '../context.ts'
import { sendArtefact } from './artefacts.ts'
import { sendFile } from './download.ts'
import { changeHeader, makeHeader } from './headers.ts'
import { addLevels, levelsToAdd } from './level-proposals.ts'
import { headersOfProject, variantsOfHeader } from './reads.ts'
import { haltVariant, rerunVariant } from './stop-restart.ts'
import {
  deletedFiles,
  purgeDeleted,
  recoverHeader,
  recoverVariant,
  removeHeader,
  removeVariant,
} from './trash.ts'
import { changeVariant, chooseVariant } from './update-variant.ts'
import { announceVariant } from './upload-variant.ts'

export const bimRoutes = [
  bind(bim.listHeaders, headersOfProject),
  bind(bim.createHeader, makeHeader),
  bind(bim.updateHeader, changeHeader),
  bind(bim.deleteHeader, removeHeader),
  bind(bim.listDeletedFiles, deletedFiles),
  bind(bim.restoreHeader, recoverHeader),
  bind(bim.purgeDeletedFile, purgeDeleted),
  bind(bim.listVariants, variantsOfHeader),
  bind(bim.createVariant, announceVariant),
  bind(bim.stopVariant, haltVariant),
  bind(bim.restartVariant, rerunVariant),
  bind(bim.updateVariant, changeVariant),
  bind(bim.makeVariantCurrent, chooseVariant),
  bind(bim.deleteVariant, removeVariant),
  bind(bim.restoreVariant, recoverVariant),
  bind(bim.downloadVariant, sendFile),
  bind(getArtefact, sendArtefact),
  bind(bim.proposedLevels, levelsToAdd),
  bind(bim.addProposedLevels, addLevels),
]
