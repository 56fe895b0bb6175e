import { smsServiceCalls } from '@chauffeur/contract/message/service'
import { Alert } from 'antd'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'

/** Where something sends text messages and no provider is set up: that nothing goes out, and where that is mended. */
export function NoMessageService() {
  const { data } = useCall(smsServiceCalls.ready, {})
  const maySee = useCan('smsService.view')
  if (data?.ready !== false) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <>
          {t('没有可用的短信服务商，短信发不出去。')}{' '}
          {maySee ? (
            <a className="ui-link" href="#/yunYing/smsServices">
              {t('去设置短信服务商')}
            </a>
          ) : (
            t('请管理员添加或启用一家。')
          )}
        </>
      }
    />
  )
}
