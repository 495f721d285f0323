import * as bim from '@plumbline/contract/bim'
import { bind } from '../context.ts'
import { sendArtefact } from './artefacts.ts'
import { sendFile } from './download.ts'
import { changeHeader, makeHeader } from './headers.ts'
import { headersOfProject, variantsOfHeader } from './reads.ts'
import { haltVariant, rerunVariant } from './stop-restart.ts'
import { announceVariant } from './upload-variant.ts'

export const bimRoutes = [
  bind(bim.listHeaders, headersOfProject),
  bind(bim.createHeader, makeHeader),
  bind(bim.updateHeader, changeHeader),
  bind(bim.listVariants, variantsOfHeader),
  bind(bim.createVariant, announceVariant),
  bind(bim.stopVariant, haltVariant),
  bind(bim.restartVariant, rerunVariant),
  bind(bim.downloadVariant, sendFile),
  bind(bim.getArtefact, sendArtefact),
]
