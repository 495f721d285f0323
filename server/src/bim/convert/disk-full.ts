import { ModelError } from '@plumbline/bim/model'

/** A full disk is not retried automatically: an operator has to make room first. */
export const diskFullError = () =>
  new ModelError(
    'DISK_FULL',
    'The disk of this server is full.',
    'Ask its operator to make room, then restart the processing',
  )
