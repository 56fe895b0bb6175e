import { Alert, Button } from 'antd'
import { toast } from '#platform/browser/events.ts'
import { session } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'

/** Recovery codes, shown this once, to copy or to keep as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toast.success(t('恢复码已复制'))
    else toast.error(t('复制失败，请手动选择'))
  }
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="ui-form-problem"
        title={t('恢复码只显示这一次。手机丢失时，每个恢复码可代替验证码登录一次，请保存在安全的地方。')}
      />
      <ol className="account-codes" aria-label={t('恢复码')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="account-row">
        <Button onClick={() => void copy()}>{t('复制全部')}</Button>
        <Button onClick={() => download(codes)}>{t('下载为文本文件')}</Button>
      </div>
      <div className="ui-dialog-footer">
        <Button type="primary" onClick={onDone}>
          {t('已保存，完成')}
        </Button>
      </div>
    </>
  )
}

function download(codes: readonly string[]): void {
  const { username, brandName } = session()
  const lines = [`${brandName} ${username}`, '', ...codes, '']
  const address = URL.createObjectURL(new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `recovery-codes-${username}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
