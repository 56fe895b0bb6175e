import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import PauseOutlined from '@ant-design/icons/es/icons/PauseOutlined'
import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import { Button, Select } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { t } from '#platform/text/text.ts'
import { clockText } from '#ui/show/measure.view.ts'
import { SPEEDS, soughtS } from './sound.view.ts'
import './media.css'

interface SoundProps {
  url: string
  /** It could not be fetched or played. */
  onBroken: () => void
  /** Absent where somebody may listen and not take it away. */
  onDownload?: () => void
}

/** A recording with its wave: begins to play, is sought in by mouse and keys, slower and faster without another pitch. */
export default function SoundPlayer({ url, onBroken, onDownload }: SoundProps) {
  const box = useRef<HTMLDivElement>(null)
  const [wave, setWave] = useState<WaveSurfer | null>(null)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState({ nowS: 0, lengthS: 0 })
  const [speed, setSpeed] = useState(1)
  const broken = useRef(onBroken)
  broken.current = onBroken

  useEffect(() => {
    if (!box.current) return
    const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
    const made = WaveSurfer.create({
      container: box.current,
      url,
      height: 32,
      barWidth: 2,
      barGap: 1,
      waveColor: colour('--border-strong'),
      progressColor: colour('--accent'),
      cursorColor: colour('--text'),
      autoplay: true,
      dragToSeek: true,
    })
    made.on('ready', (lengthS) => setAt({ nowS: 0, lengthS }))
    made.on('timeupdate', (nowS) => setAt({ nowS, lengthS: made.getDuration() }))
    made.on('play', () => setPlaying(true))
    made.on('pause', () => setPlaying(false))
    made.on('error', () => broken.current())
    setWave(made)
    return () => made.destroy()
  }, [url])

  const toggle = () => void wave?.playPause()
  const press = (event: KeyboardEvent) => {
    const sought = soughtS(event.key, at)
    if (event.key === ' ') toggle()
    else if (sought !== null) wave?.setTime(sought)
    else return
    event.preventDefault()
  }
  return (
    <div className="media-sound">
      <Button
        size="small"
        icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={playing ? t('暂停') : t('播放')}
        onClick={toggle}
      />
      <div
        ref={box}
        className="media-wave"
        role="slider"
        tabIndex={0}
        aria-label={t('播放位置')}
        aria-valuemin={0}
        aria-valuemax={Math.round(at.lengthS)}
        aria-valuenow={Math.round(at.nowS)}
        aria-valuetext={`${clockText(at.nowS)} / ${clockText(at.lengthS)}`}
        title={t('← → 移动 5 秒，PageUp PageDown 移动 30 秒，空格 播放或暂停')}
        onKeyDown={press}
      />
      <span className="ui-number media-clock">
        {clockText(at.nowS)} / {clockText(at.lengthS)}
      </span>
      <Select<number>
        size="small"
        value={speed}
        aria-label={t('播放速度')}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={(next) => {
          setSpeed(next)
          wave?.setPlaybackRate(next, true)
        }}
      />
      {onDownload ? <Button size="small" icon={<DownloadOutlined />} aria-label={t('下载录音')} onClick={onDownload} /> : null}
    </div>
  )
}
