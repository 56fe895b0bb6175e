import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing/template'
import { Versions } from '#kit/config/versions.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { statusTone } from '../pricing.view.ts'
import { everyTemplateFact, type TemplateVersion } from './template-facts.ts'

interface TemplateVersionsPanelProps {
  templateId: string
  shown: number
  onShow: (version: number) => void
  offsetMinutes: number | null
  mayReturn: boolean
}

/** What is saved of a version that is returned to: it begins now, and ends when it was to unless that is over. */
function returned({ code, name, ownerType, ownerId, cityIds, channelIds, serviceType, rules, effectiveTo }: TemplateVersion) {
  const ends = effectiveTo !== null && Date.parse(effectiveTo) > Date.now()
  return { code, name, ownerType, cityIds, channelIds, serviceType, rules, ...(ownerId && { ownerId }), ...(ends && { effectiveTo }) }
}

/** Every version, what it changed, and the way back to it; the one that is chosen is shown by the whole page. */
export const TemplateVersionsPanel = ({ templateId, shown, onShow, offsetMinutes, mayReturn }: TemplateVersionsPanelProps) => (
  <Panel title={t('版本')}>
    <Versions
      query={useCall(templateCalls.templateVersions, { templateId })}
      chosen={{ version: shown, onChoose: onShow }}
      factsOf={(version) => everyTemplateFact(version, offsetMinutes)}
      standingOf={({ status, effectiveFrom }) => ({
        words: tr(templateStatusText[status]),
        tone: statusTone[status],
        inForce: status === 'EFFECTIVE',
        from: effectiveFrom,
      })}
      back={
        mayReturn
          ? {
              call: templateCalls.templateSave,
              save: (version, newest, changeReason) =>
                sendCall(
                  templateCalls.templateSave,
                  { ...returned(version), templateId, baseVersion: newest.version, changeReason },
                  { silent: true },
                ),
            }
          : undefined
      }
    />
  </Panel>
)
