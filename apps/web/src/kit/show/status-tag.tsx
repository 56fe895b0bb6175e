import { awaitsPrepayText, dispatchStatusText, payStatusText, serviceStatusText, workStatusText } from '@chauffeur/contract/order/model'
import type { DispatchStatus, PayStatus, ServiceStatus, WorkStatus } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { Tag } from '#ui/show/tag.tsx'
import { dispatchTone, notBilledYet, payTone, serviceTone, workTone } from './status-tag.view.ts'

export type StatusTagProps =
  /** `prepayUntil`: the order waits until then to be paid before it is dispatched. */
  | { service: ServiceStatus; prepayUntil?: string | null; pay?: undefined; dispatch?: undefined; work?: undefined }
  /** `of`: the state of the order that is paid for; while it goes on, no bill is not a bill of nothing. */
  | { pay: PayStatus; of?: ServiceStatus; service?: undefined; dispatch?: undefined; work?: undefined }
  | { dispatch: DispatchStatus; service?: undefined; pay?: undefined; work?: undefined }
  | { work: WorkStatus; service?: undefined; pay?: undefined; dispatch?: undefined }

export function StatusTag(props: StatusTagProps) {
  if (props.service !== undefined)
    return <Tag tone={serviceTone[props.service]}>{tr(props.prepayUntil ? awaitsPrepayText : serviceStatusText[props.service])}</Tag>
  if (props.pay !== undefined && props.of !== undefined && notBilledYet(props.pay, props.of)) return <Tag tone="off">{t('未出账')}</Tag>
  if (props.pay !== undefined) return <Tag tone={payTone[props.pay]}>{tr(payStatusText[props.pay])}</Tag>
  if (props.dispatch !== undefined) return <Tag tone={dispatchTone[props.dispatch]}>{tr(dispatchStatusText[props.dispatch])}</Tag>
  return <Tag tone={workTone[props.work]}>{tr(workStatusText[props.work])}</Tag>
}
