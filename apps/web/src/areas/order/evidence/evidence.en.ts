export default {
  没有照片和票据: 'No pictures and no receipts',
  司机拍摄的车况照片与票据会显示在这里: 'Pictures of the car and of receipts that the driver took are shown here',
  '放大查看 {name}': 'Enlarge {name}',
  目前里程: 'Distance so far',
  计费里程: 'Billed distance',
  缺少定位: 'without a position for',
  '订单 {no} 的行驶轨迹': 'Track of order {no}',
  轨迹完整: 'Complete track',
  轨迹有缺失: 'Track with gaps',
  里程为估算: 'Distance estimated',
} satisfies Record<string, string>
