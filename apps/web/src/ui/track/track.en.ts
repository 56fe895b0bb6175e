export default {
  '没有可回放的轨迹：行程中没有收到足够的定位': 'No track to replay: too few positions came during the trip',
  暂停: 'Pause',
  播放: 'Play',
  播放速度: 'Playback speed',
  回放时间: 'Time of the replay',
  '{moment}，无定位': '{moment}, no position',
  '司机（推算位置）': 'Driver (reckoned position)',
  里程为估算值: 'The distance is an estimate',
  '轨迹有缺失，缺失段按直线计里程': 'Parts are missing; the straight line is counted for them',
  '已行驶 {distance}': '{distance} driven',
  '此段 {time} 无定位，位置为推算': 'No position for {time} here; the place is reckoned',
  '缺失 {count} 段，共 {time}': '{count} gaps, {time} in all',
} satisfies Record<string, string>
