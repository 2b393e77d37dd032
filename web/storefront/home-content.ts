import type { BannerSlide } from '#web/ui/home/banner.tsx'
import type { Testimonial } from '#web/ui/home/testimonials.tsx'
import type { Tip } from '#web/ui/home/tips.tsx'
import type { Reason } from '#web/ui/home/why-choose.tsx'

/** The seven slides of the home page; each speaks of what its photograph shows. */
export const BANNER_SLIDES: readonly BannerSlide[] = [
  {
    heading: 'Stone you can lift with one hand',
    line: 'Pots with the look of grey stone, marble and sandstone, light enough for any window sill.',
    action: 'See all pots',
    to: '/allproduct',
    picture: 'banner-2',
  },
  {
    heading: 'BOXA, a kitchen garden in a row',
    line: 'Troughs of 60 to 110 cm for herbs, salad and tall grass, from ₹2,075.',
    action: 'See BOXA',
    to: '/category/boxa',
    picture: 'banner-1',
  },
  {
    heading: 'On three feet, off the floor',
    line: 'TRIYA lets air under the pot and lets money plants trail as they like.',
    action: 'See TRIYA',
    to: '/category/triya',
    picture: 'banner-3',
  },
  {
    heading: 'Four finishes, one terrace',
    line: 'Grey stone, marble white, sandstone, mosaic grey: every pot comes in each of them.',
    action: 'Choose a finish',
    to: '/allproduct',
    picture: 'banner-4',
  },
  {
    heading: 'Small trees need a wide tray',
    line: 'BONSAI trays are low and steady, with feet that keep the roots dry.',
    action: 'See BONSAI',
    to: '/category/bonsai',
    picture: 'banner-5',
  },
  {
    heading: 'TUBO stands tall',
    line: 'Height for a doorway or a bare corner, on a footprint of 30 cm.',
    action: 'See TUBO',
    to: '/category/tubo',
    picture: 'banner-6',
  },
  {
    heading: 'OVALIN, soft at the edges',
    line: 'An oval that fits a narrow shelf and still has room for a fern.',
    action: 'See OVALIN',
    to: '/category/ovalin',
    picture: 'banner-7',
  },
]

export const TIPS: readonly Tip[] = [
  {
    heading: 'Water by weight',
    text: 'Lift or tilt the pot. Light means thirsty, heavy means wait. Push a finger 2 cm deep if you are not sure.',
    picture: 'tip-1',
  },
  {
    heading: 'Turn it towards the light',
    text: 'A quarter turn a week keeps a plant straight. In May, move it a metre back from a west window.',
    picture: 'tip-2',
  },
  {
    heading: 'One size up, not three',
    text: 'Choose a pot 3 to 5 cm wider than the root ball. In one that is far too large, soil stays wet and roots rot.',
    picture: 'tip-3',
  },
  {
    heading: 'Wipe, do not scrub',
    text: 'Dust and limescale come off with a damp cloth and a soft brush. Leave the wire wool in the kitchen.',
    picture: 'tip-4',
  },
]

export const WHY_CHOOSE: readonly Reason[] = [
  {
    icon: 'feather',
    heading: 'Looks like stone, lifts like a bucket',
    text: 'A stone-finish shell of tough plastic weighs a fraction of the real thing. Balconies and backs are grateful.',
  },
  {
    icon: 'sun',
    heading: 'Made for the Indian sun',
    text: 'The colour goes through the surface and is stabilised against ultraviolet light. Monsoon water does not trouble it.',
  },
  {
    icon: 'drop',
    heading: 'Drains as roots need',
    text: 'Every pot has a drainage hole with a plug: open on the terrace, closed on the bookshelf.',
  },
  {
    icon: 'truck',
    heading: 'Delivery is free',
    text: 'To every pincode we serve, whatever you order. Pay online, or in cash when the pot has arrived.',
  },
]

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Ananya Iyer',
    city: 'Bengaluru',
    rating: 5,
    text: 'I ordered two CUBEE pots for the balcony and had to tap them to believe that they are not stone. I carry them in alone when it storms.',
  },
  {
    name: 'Rohan Deshpande',
    city: 'Pune',
    rating: 5,
    text: 'The scale drawing saved me. I could see that the large TUBO would hide the switchboard, so I took the small one, and it fits exactly.',
  },
  {
    name: 'Farida Sheikh',
    city: 'Hyderabad',
    rating: 4,
    text: 'Sandstone is a little lighter in colour than I had imagined, but it looks lovely against a white wall. Packed very well.',
  },
  {
    name: 'Gurpreet Singh',
    city: 'Chandigarh',
    rating: 5,
    text: 'Our tulsi and mint have lived in the long BOXA through one summer and one winter. No cracks, no fading, no complaints.',
  },
]
