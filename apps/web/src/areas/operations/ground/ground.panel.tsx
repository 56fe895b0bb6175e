import { groundCalls } from '@chauffeur/contract/operations/ground'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { bytesText } from '../monitoring/monitoring.view.ts'
import { groundFacts, kindWhy } from './ground.view.ts'
import './ground.css'

type Ground = AnswerOf<typeof groundCalls.ground>
const GroundForm = lazyPiece(() => import('./ground.form.tsx'), 'over')
const MapFileHelp = lazyPiece(() => import('./map-file-help.dialog.tsx'), 'over')

/** What is drawn under every map of the business. */
export function GroundPanel() {
  const query = useCall(groundCalls.ground, {})
  const [editing, setEditing] = useState(false)
  const [history, setHistory] = useState(false)
  const [help, setHelp] = useState(false)
  return (
    <Panel
      title={t('底图')}
      extra={
        <span className="ground-buttons">
          <Button onClick={() => setHelp(true)}>{t('如何取得地图文件')}</Button>
          <Button onClick={() => setHistory(true)}>{t('历史')}</Button>
          <Button type="primary" disabled={!query.data} onClick={() => setEditing(true)}>
            {t('修改')}
          </Button>
        </span>
      }
    >
      <Async query={query}>{(ground) => <Chosen {...ground} />}</Async>
      {query.data ? <GroundForm open={editing} ground={query.data} onClose={() => setEditing(false)} /> : null}
      <MapFileHelp open={help} onClose={() => setHelp(false)} />
      <VersionsDrawer
        open={history}
        title={t('底图的历史')}
        query={useCall(groundCalls.groundHistory, {}, { enabled: history })}
        factsOf={groundFacts}
        back={{
          call: groundCalls.saveGround,
          save: (version, newest, changeReason) =>
            sendCall(groundCalls.saveGround, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
        }}
        onClose={() => setHistory(false)}
      />
    </Panel>
  )
}

const faultText = () => ({ OTHER: t('不是 PMTiles 文件'), CUT: t('不完整：没有复制完'), UNREADABLE: t('服务器无权读取') })

function Chosen({ chosen, installation, folder, there }: Ground) {
  const now = chosen ?? installation
  return (
    <>
      <p className="ground-chosen">
        {groundFacts(now)
          .map(({ label, words }) => `${label} ${words}`)
          .join(' · ')}
        {chosen ? null : <Tag tone="off">{t('安装时的默认')}</Tag>}
      </p>
      <p className="ui-none">{kindWhy()[now.kind]}</p>
      {folder && there.length === 0 ? (
        <p className="ui-none">{t('存放目录里还没有 .pmtiles 文件。')}</p>
      ) : folder ? (
        <PlainTable
          rows={there}
          rowKey={({ name }) => name}
          columns={[
            { title: t('文件'), head: true, cell: ({ name }) => name },
            { title: t('大小'), end: true, cell: ({ bytes }) => bytesText(bytes) },
            { title: t('修改时间'), cell: ({ changedAt }) => <Time at={changedAt} /> },
            {
              title: t('状态'),
              cell: ({ fault }) => (fault ? <Tag tone="lost">{faultText()[fault]}</Tag> : <Tag tone="run">{t('可用')}</Tag>),
            },
          ]}
        />
      ) : (
        <p className="ui-none">{t('要使用地图文件，请在服务器上用 MAP_FILES 指定存放目录。')}</p>
      )}
    </>
  )
}
