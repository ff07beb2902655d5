import { Button } from '../base/ui/Button.tsx';
import { Link } from '../base/ui/Link.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { app } from '../base/words/en/app/app.ts';
import { common } from '../base/words/en/common.ts';
import { useWords } from '../base/words/words.ts';
import { Guilloche } from '../members/look/MemberBanner.tsx';

/** Spec §2. */
export default function NotFoundScreen() {
  const words = useWords(app).notFound;
  const { browseProfiles } = useWords(common);
  useTitle(words.title);
  return (
    <div className="shell-width shell-fill relative isolate flex flex-col overflow-clip items-center justify-center gap-3 text-center">
      <Guilloche
        name="nobody"
        className="absolute top-1/2 left-1/2 -z-10 size-[44rem] max-w-none -translate-x-1/2 -translate-y-1/2 text-fg opacity-10"
      />
      <h1 className="text-2xl">{words.heading}</h1>
      <p className="max-w-sm text-muted">{words.text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link to="/directory">{browseProfiles}</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link to="/">{words.home}</Link>
        </Button>
      </div>
    </div>
  );
}
