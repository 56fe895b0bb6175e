import { MAX_FENCE_POINTS } from '@chauffeur/contract/pricing/fence'
import { Button, Input, InputNumber, Upload } from 'antd'
import { useMemo, useState } from 'react'
import { t, tr } from '#platform/text/text.ts'
import type { LngLat } from '#ui/map/map.tsx'
import {
  addCorner,
  crossingOf,
  type Drawing,
  withCorners,
  type ImportProblem,
  moveCorner,
  readGeoJson,
  removeCorner,
  undo,
} from './fence.view.ts'
import './fence-corners.css'

const problemText: Record<ImportProblem, string> = {
  NOT_JSON: '内容不是 JSON',
  NO_POLYGON: '内容里没有多边形（Polygon）',
  SEVERAL: '内容里有多个多边形，请每次导入一个',
  HOLE: '围栏不能有洞，请改为多个围栏',
  NOT_CLOSED: '多边形没有闭合：首尾两点应相同',
  TOO_MANY: '围栏最多 500 个点（含闭合点）',
  NOT_DEGREES: '坐标应为 [经度, 纬度]，单位为度',
}

/** What is still wrong with an outline, while it is drawn; empty when it can be saved. */
function wordsOf(count: number, crossing: ReturnType<typeof crossingOf>): string {
  if (count < 3) return t('至少三个点才围成区域')
  if (count >= MAX_FENCE_POINTS) return t('围栏最多 {n} 个点', { n: MAX_FENCE_POINTS - 1 })
  return crossing ? t('第 {a}–{b} 点的边与第 {c}–{d} 点的边相交', crossing) : ''
}

export interface FenceCornersProps {
  drawing: Drawing
  /** Where the first corner without a pointer is put: the middle of the city. */
  start: LngLat
  onDraw: (change: (drawing: Drawing) => Drawing) => void
  onFit: (corners: readonly LngLat[]) => void
}

/** The outline without a pointer: every corner as two numbers, and GeoJSON from elsewhere. */
export function FenceCorners({ drawing, start, onDraw, onFit }: FenceCornersProps) {
  const [pasting, setPasting] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const bring = (text: string) => {
    const read = readGeoJson(text)
    if ('problem' in read) return setProblem(tr(problemText[read.problem]))
    setProblem('')
    setPasting(null)
    onDraw((now) => withCorners(now, read.corners))
    onFit(read.corners)
  }
  const last = drawing.corners.at(-1)
  const crossing = useMemo(() => crossingOf(drawing.corners), [drawing.corners])
  return (
    <fieldset className="ui-group">
      <legend>{t('边界点（{n} 个，WGS84）', { n: drawing.corners.length })}</legend>
      <div className="fence-tools">
        <Button size="small" disabled={drawing.before.length === 0} onClick={() => onDraw(undo)}>
          {t('撤销')}
        </Button>
        <Button size="small" disabled={drawing.corners.length === 0} onClick={() => onDraw((now) => withCorners(now, []))}>
          {t('清空')}
        </Button>
        <Button size="small" onClick={() => onDraw((now) => addCorner(now, last ? { lng: last.lng + 0.001, lat: last.lat } : start))}>
          {t('增加一点')}
        </Button>
        <Button size="small" onClick={() => setPasting(pasting === null ? '' : null)}>
          {t('导入 GeoJSON')}
        </Button>
      </div>
      {pasting === null ? null : (
        <div className="fence-import">
          <Input.TextArea
            aria-label={t('GeoJSON 内容')}
            rows={4}
            value={pasting}
            placeholder='{"type":"Polygon","coordinates":[[[120.1,30.2],…]]}'
            onChange={(event) => setPasting(event.target.value)}
          />
          {problem ? <p role="alert">{problem}</p> : null}
          <div className="fence-tools">
            <Button size="small" type="primary" onClick={() => bring(pasting)}>
              {t('导入')}
            </Button>
            <Upload
              accept=".json,.geojson"
              showUploadList={false}
              beforeUpload={(file) => {
                void file.text().then(bring)
                return false
              }}
            >
              <Button size="small">{t('选择文件')}</Button>
            </Upload>
          </div>
        </div>
      )}
      {drawing.corners.length > 0 ? (
        <p className="fence-problem" role="status">
          {wordsOf(drawing.corners.length, crossing)}
        </p>
      ) : null}
      {drawing.corners.length > 0 ? (
        <div className="fence-corners-head" aria-hidden="true">
          <span>{t('纬度')}</span>
          <span>{t('经度')}</span>
        </div>
      ) : null}
      <ol className="fence-corners">
        {drawing.corners.map((corner, index) => (
          <li key={index}>
            <span className="ui-number">{index + 1}</span>
            <InputNumber
              size="small"
              aria-label={t('第 {n} 点纬度', { n: index + 1 })}
              value={corner.lat}
              min={-90}
              max={90}
              step={0.0001}
              onChange={(lat) => lat !== null && onDraw((now) => moveCorner(now, index, { ...corner, lat }))}
            />
            <InputNumber
              size="small"
              aria-label={t('第 {n} 点经度', { n: index + 1 })}
              value={corner.lng}
              min={-180}
              max={180}
              step={0.0001}
              onChange={(lng) => lng !== null && onDraw((now) => moveCorner(now, index, { ...corner, lng }))}
            />
            <Button
              size="small"
              aria-label={t('删除第 {n} 点', { n: index + 1 })}
              onClick={() => onDraw((now) => removeCorner(now, index))}
            >
              {t('删除')}
            </Button>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
