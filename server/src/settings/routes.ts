import * as api from '@plumbline/contract/settings/settings'
import { bindAll } from '../context.ts'
import { contactUs } from './contact-us.ts'
import { getSetting } from './get-setting.ts'
import { getSettingAsJson } from './get-setting-as-json.ts'
import { getSettingAsString } from './get-setting-as-string.ts'

export const settingRoutes = bindAll(api, { getSetting, getSettingAsString, getSettingAsJson, contactUs })
