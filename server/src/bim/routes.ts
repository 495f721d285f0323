import * as artefacts from '@plumbline/contract/bim/artefacts'
import * as bim from '@plumbline/contract/bim/bim'
import { bindAll } from '../context.ts'
import { addProposedLevels } from './add-proposed-levels.ts'
import { confirmVariant } from './confirm-variant.ts'
import { createHeader } from './create-header.ts'
import { createVariant } from './create-variant.ts'
import { deleteHeader } from './delete-header.ts'
import { deleteVariant } from './delete-variant.ts'
import { downloadVariant } from './download-variant.ts'
import { getArtefact } from './get-artefact.ts'
import { getChunk } from './get-chunk.ts'
import { listDeletedFiles } from './list-deleted-files.ts'
import { listHeaders } from './list-headers.ts'
import { listVariants } from './list-variants.ts'
import { makeVariantCurrent } from './make-variant-current.ts'
import { proposedLevels } from './proposed-levels.ts'
import { purgeDeletedFile } from './purge-deleted-file.ts'
import { restartVariant } from './restart-variant.ts'
import { restoreHeader } from './restore-header.ts'
import { restoreVariant } from './restore-variant.ts'
import { stopVariant } from './stop-variant.ts'
import { updateHeader } from './update-header.ts'
import { updateVariant } from './update-variant.ts'

export const bimRoutes = [
  ...bindAll(bim, {
    listHeaders,
    createHeader,
    updateHeader,
    deleteHeader,
    listDeletedFiles,
    restoreHeader,
    purgeDeletedFile,
    listVariants,
    createVariant,
    stopVariant,
    restartVariant,
    updateVariant,
    makeVariantCurrent,
    confirmVariant,
    deleteVariant,
    restoreVariant,
    downloadVariant,
    proposedLevels,
    addProposedLevels,
  }),
  ...bindAll(artefacts, { getArtefact, getChunk }),
]
