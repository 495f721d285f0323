import * as backgroundRun from '@plumbline/contract/admin/background-run'
import * as companies from '@plumbline/contract/admin/companies'
import * as maintenance from '@plumbline/contract/admin/maintenance'
import * as people from '@plumbline/contract/admin/people'
import * as reconversion from '@plumbline/contract/admin/reconversion'
import * as reindex from '@plumbline/contract/admin/reindex'
import * as serverApi from '@plumbline/contract/admin/server'
import * as storeCheck from '@plumbline/contract/admin/store-check'
import * as work from '@plumbline/contract/admin/work'
import { bindAll } from '../context.ts'
import { cancelBackgroundRun } from './cancel-background-run.ts'
import { cancelStoreCheck } from './cancel-store-check.ts'
import { countOutdatedModels } from './count-outdated-models.ts'
import { deleteAccount } from './delete-account.ts'
import { endAccountSessions } from './end-account-sessions.ts'
import { exportStoreCheck } from './export-store-check.ts'
import { getAccount } from './get-account.ts'
import { getBackgroundRun } from './get-background-run.ts'
import { getDiagnosis } from './get-diagnosis.ts'
import { getMergePlan } from './get-merge-plan.ts'
import { getServerState } from './get-server-state.ts'
import { getStoreCheck } from './get-store-check.ts'
import { getWork } from './get-work.ts'
import { listAccounts } from './list-accounts.ts'
import { listCompanies } from './list-companies.ts'
import { listCompanyProjects } from './list-company-projects.ts'
import { listFailedConversions } from './list-failed-conversions.ts'
import { listOperatorLog } from './list-operator-log.ts'
import { listOutdatedCompanies } from './list-outdated-companies.ts'
import { listOutdatedModels } from './list-outdated-models.ts'
import { lockAccount } from './lock-account.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { restartConversion } from './restart-conversion.ts'
import { retryMails } from './retry-mails.ts'
import { setBackgroundRunPaused } from './set-background-run-paused.ts'
import { setMaintenance } from './set-maintenance.ts'
import { startReconversion } from './start-reconversion.ts'
import { startReindex } from './start-reindex.ts'
import { startStoreCheck } from './start-store-check.ts'
import { unlockAccount } from './unlock-account.ts'

export const adminRoutes = [
  ...bindAll(people, {
    listAccounts,
    getAccount,
    lockAccount,
    unlockAccount,
    endAccountSessions,
    resetSecondFactor,
    deleteAccount,
    getMergePlan,
    mergeAccounts,
    listOperatorLog,
  }),
  ...bindAll(companies, { listCompanies, listCompanyProjects }),
  ...bindAll(maintenance, { setMaintenance }),
  ...bindAll(serverApi, { getServerState, getDiagnosis }),
  ...bindAll(storeCheck, { getStoreCheck, startStoreCheck, cancelStoreCheck, exportStoreCheck }),
  ...bindAll(backgroundRun, { getBackgroundRun, setBackgroundRunPaused, cancelBackgroundRun }),
  ...bindAll(reconversion, {
    countOutdatedModels,
    listOutdatedCompanies,
    listOutdatedModels,
    startReconversion,
  }),
  ...bindAll(reindex, { startReindex }),
  ...bindAll(work, { getWork, listFailedConversions, restartConversion, retryMails }),
]
