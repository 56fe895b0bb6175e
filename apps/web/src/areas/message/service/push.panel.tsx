import type { smsServiceCalls } from '@chauffeur/contract/message/service'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { t } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { EnabledTag } from '#ui/show/tag.tsx'

/** Whether drivers' telephones are told of messages while the app is closed: whoever runs the installation decides. */
export function PushPanel({ on, devices }: AnswerOf<typeof smsServiceCalls.list>['push']) {
  return (
    <Panel title={t('司机端推送')} extra={<EnabledTag enabled={on} />}>
      <p className="sms-service-why">
        {on
          ? t('司机允许通知后，司机端关闭时手机也会收到提醒；推送未到的消息仍在司机端。当前 {n} 台手机接收推送。', {
              n: countText(devices),
            })
          : t('未开通：司机端关闭时手机没有提醒，消息在司机打开司机端后显示。请安装方设置 PUSH_CONTACT。')}
      </p>
    </Panel>
  )
}
