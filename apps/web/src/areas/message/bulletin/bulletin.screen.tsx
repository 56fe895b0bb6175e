import { bulletinCalls, bulletinStateText } from '@chauffeur/contract/message/bulletin'
import { Button } from 'antd'
import { useState } from 'react'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { levelWords, readShare, readWords, stateTone } from './bulletin.view.ts'
import { ReaderList } from './readers.list.tsx'
import './bulletin.css'

const BulletinForm = lazyPiece(() => import('./bulletin.form.tsx'))
const WithdrawDialog = lazyPiece(() => import('./withdraw.dialog.tsx'))

export default defineDetail(
  'bulletinId',
  () => ({ title: t('公告详情'), noId: t('地址里没有公告编号'), list: ['/yunYing/driverBulletins', t('去司机公告')] }),
  BulletinPage,
)

function BulletinPage({ id: bulletinId }: { id: string }) {
  const query = useCall(bulletinCalls.detail, { bulletinId }, { saysRefusals: true, refetchIntervalS: 60 })
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null)
  const cities = useCities()
  const close = () => setOpen(null)
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ title }) => title}
        status={({ state }) => <Tag tone={stateTone[state]}>{tr(bulletinStateText[state])}</Tag>}
        actions={({ allowedActions }) => (
          <>
            {allowedActions.includes('edit') ? <Button onClick={() => setOpen('edit')}>{t('修改')}</Button> : null}
            {allowedActions.includes('withdraw') ? (
              <Button danger onClick={() => setOpen('withdraw')}>
                {t('撤回')}
              </Button>
            ) : null}
          </>
        )}
      >
        {(bulletin) => (
          <div className="bulletin">
            <Panel>
              <p className="bulletin-body">{bulletin.body}</p>
              <Facts
                as="tiles"
                facts={[
                  [t('已读'), readWords(bulletin)],
                  [t('阅读率'), readShare(bulletin)],
                  [t('重要程度'), bulletin.important ? t('重要') : t('一般')],
                  [t('城市'), cities.words(bulletin.cityIds)],
                  [t('司机等级〔公告〕'), levelWords(bulletin.levels)],
                  [t('开始'), <Time key="from" at={bulletin.from} as="short" />],
                  [t('结束'), <Time key="until" at={bulletin.until} as="short" />],
                  [t('发布人'), bulletin.createdByName],
                  ...(bulletin.withdrawnReason
                    ? [[t('撤回原因'), `${bulletin.withdrawnReason} · ${bulletin.withdrawnByName}`] as const]
                    : []),
                ]}
              />
            </Panel>
            <ReaderList bulletinId={bulletinId} />
          </div>
        )}
      </DetailPage>
      {query.data ? (
        <>
          <WhenOpened open={open === 'edit'}>
            <BulletinForm open={open === 'edit'} row={query.data} onClose={close} />
          </WhenOpened>
          <WhenOpened open={open === 'withdraw'}>
            <WithdrawDialog open={open === 'withdraw'} row={query.data} onClose={close} />
          </WhenOpened>
        </>
      ) : null}
    </>
  )
}
