import os from 'node:os'
import type { Server } from '../context.ts'
import type { Domain } from '../domain.ts'
import { clearPlaceOfHeaders } from './clear-place-of-headers.ts'
import { readConversionGauges } from './conversion-gauges.ts'
import { ELEMENTS_REBUILT, forgetElements } from './elements/forget-elements.ts'
import { sweepIndexes } from './elements/index-model.ts'
import { elementRoutes } from './elements/routes.ts'
import { bimParts } from './export.ts'
import { purgeFiles } from './purge.ts'
import { readConverters } from './reconversion/read-converters.ts'
import { purgeReplacedArtefacts } from './reconversion/replaced-artefacts.ts'
import { bimRoutes } from './routes.ts'
import { createVariantReceiver, sweepVariants } from './upload-variant.ts'
import { createVariantProcessor } from './variant-processor.ts'
import { viewRoutes } from './views/routes.ts'
import { forgetPersonOfViews } from './views/views.ts'

export const createBimDomain = (server: Server): Domain => ({
  routes: [...bimRoutes, ...elementRoutes, ...viewRoutes],
  prepare: async ({ bus, db }) => bus.subscribe(ELEMENTS_REBUILT, () => forgetElements(db)),
  exportParts: bimParts,
  reactions: [clearPlaceOfHeaders, forgetPersonOfViews],
  uploads: (teller) => ({ variant: createVariantReceiver(server, teller) }),
  workers: (teller) => {
    const { processNext, recover, close } = createVariantProcessor({ server, teller })
    const parallel = server.config.convert.parallel ?? Math.max(1, Math.min(4, os.availableParallelism() - 1))
    return [
      {
        queue: 'convert',
        parallel,
        run: (_data: object, signal) => processNext(signal),
        isHeavy: true,
        recover,
        close,
      },
    ]
  },
  gauges: readConversionGauges,
  sweeps: [sweepVariants, readConverters],
  purges: [purgeFiles, purgeReplacedArtefacts, sweepIndexes],
})
