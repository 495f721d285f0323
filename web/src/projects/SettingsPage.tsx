import { isLevelAtLeast } from '@plumbline/contract/roles'
import { useTitle } from '../base/title.ts'
import { CustomFieldSettings } from '../issues/custom-fields/CustomFieldSettings.tsx'
import { VocabularySettings } from '../issues/vocabulary/VocabularySettings.tsx'
import { SheetSettings } from '../markers/SheetSettings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { WebhookSettings } from '../webhooks/WebhookSettings.tsx'
import { ProjectDangerZone } from './DangerZone.tsx'
import { ProjectGeneralSettings } from './GeneralSettings.tsx'
import { LevelSettings } from './LevelSettings.tsx'
import { SectionSettings } from './SectionSettings.tsx'
import { useProjectSettingsText } from './settings-text.ts'
import { useProject } from './use-project.ts'

/** The project settings; each part appears only for people who may change it. */
export function SettingsPage() {
  const text = useProjectSettingsText()
  useTitle('page', text.title)
  const project = useProject()
  const isAdmin = project.my_permission_level === 'ADMIN'
  if (!isLevelAtLeast(project.my_permission_level, 'EDITOR'))
    return (
      <EmptyState whole drawing="search" title={text.restricted}>
        {text.restrictedHint}
      </EmptyState>
    )
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-6 p-4 sm:p-6">
      <h1 className="font-semibold text-20">{text.title}</h1>
      {isAdmin && <ProjectGeneralSettings project={project} />}
      <LevelSettings project={project} />
      <SectionSettings project={project} />
      {isAdmin && <VocabularySettings project={project} />}
      <CustomFieldSettings project={project} />
      <SheetSettings project={project} />
      {isAdmin && <WebhookSettings project={project} />}
      {isAdmin && <ProjectDangerZone project={project} />}
    </div>
  )
}
