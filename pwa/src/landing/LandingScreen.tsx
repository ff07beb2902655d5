import { useInPlaceOfFirstView } from '../app/firstView.ts';
import { useTitle } from '../app/useTitle.ts';
import { Guilloche } from '../profiles/MemberBanner.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { RecentlyVerified } from './RecentlyVerified.tsx';
import { SampleProfile } from './SampleProfile.tsx';
import { TokenBlock } from './TokenBlock.tsx';
import './landing.css';
import { landing } from '../words/en/landing.ts';
import { useWords } from '../words/words.ts';
import { Footer } from './Footer.tsx';
import { WaysOn } from './WaysOn.tsx';

/** The landing page (spec §2). */
export default function LandingScreen() {
  useTitle(useWords(landing).promise);
  useInPlaceOfFirstView();
  return (
    <div className="overflow-x-clip">
      <Hero>
        <SampleProfile />
      </Hero>
      <div className="shell-width flex flex-col gap-24 pb-16 md:gap-36 md:pb-24">
        <Features />
        <RecentlyVerified />
        <CallToAction />
        <TokenBlock />
      </div>
      <Footer />
    </div>
  );
}

function CallToAction() {
  const words = useWords(landing).callToAction;
  return (
    <section
      aria-labelledby="start-heading"
      className="relative isolate overflow-hidden rounded-xl border bg-surface px-6 py-16 text-center [contain-intrinsic-size:auto_25rem] [content-visibility:auto] md:py-24"
    >
      <Guilloche
        name="satoshi"
        className="absolute -top-64 -left-56 -z-10 size-[36rem] text-fg opacity-15 max-md:hidden"
      />
      <Guilloche
        name="hal_finney"
        className="absolute -right-56 -bottom-64 -z-10 size-[36rem] text-fg opacity-15"
      />
      <h2 id="start-heading" className="mx-auto max-w-xl text-3xl">
        {words.heading}
      </h2>
      <p className="mx-auto mt-4 max-w-md text-muted">{words.text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <WaysOn start={words.create} browse={words.browse} />
      </div>
    </section>
  );
}
