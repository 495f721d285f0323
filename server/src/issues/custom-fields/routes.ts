import * as api from '@plumbline/contract/issues/custom-fields'
import { bindAll } from '../../context.ts'
import { createCustomField } from './create-custom-field.ts'
import { listCustomFields } from './list-custom-fields.ts'
import { updateCustomField } from './update-custom-field.ts'

export const customFieldRoutes = bindAll(api, { listCustomFields, createCustomField, updateCustomField })
